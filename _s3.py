import time, numpy as np
from game.rules import Rules
from game.state import State
from game.flat import new_flat
from game.engine.rollout import random_rounds
from solver.search.searcher import *
r=Rules(players=4); st=State.deal(r,seed=3)
pen=np.zeros(4,dtype=np.int64)
random_rounds(new_flat(r),1,0,10,pen)
def cpu(f):
    b=1e9
    for _ in range(3):
        t=time.process_time(); f(); b=min(b,time.process_time()-t)
    return b
base=cpu(lambda: random_rounds(new_flat(r),1,0,20000,pen))/20000
print('bare us',base*1e6)
for sel in ('uct','rm','exp3'):
  for opp in OPPONENTS:
    S=Searcher(SearchSettings(selection=sel,opponents=opp))
    S.search(st.view(0),simulations=100)
    c=cpu(lambda: S.search(st.view(0),simulations=10000,seed=1))/10000
    print(sel,opp,f'{c*1e6:.2f} us, ratio {c/base:.2f}')
