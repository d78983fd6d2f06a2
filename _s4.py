import time, numpy as np, numba
from game.rules import Rules
from game.state import State
from game.engine.chance import below
from solver.search.determinize import *
from solver.search.rollout import play_to_end
from solver.search.simulate import new_work, _begin_names, _go_up
from solver.search.verbs import GAMES
r=Rules(players=4); st=State.deal(r,seed=3)
h=hidden_from(st.view(0)); w=new_work(len(h.start)); g=np.array([1],dtype=np.uint64); game=GAMES['base']
S=np.array([0,0,1,0,1])
@numba.njit(error_model='numpy')
def a(h,w,g,n):
    for _ in range(n): deal_hidden(w.flat,h,g)
@numba.njit(error_model='numpy')
def b(game,h,w,g,n):
    for _ in range(n):
        deal_hidden(w.flat,h,g); play_to_end(game,1,w.flat,w.out,g)
@numba.njit(error_model='numpy')
def c(h,w,g,S,n):
    for _ in range(n):
        _begin_names(w,S)
@numba.njit(error_model='numpy')
def d(g,n):
    x=0
    for _ in range(n):
        x+=below(g,90)
    return x
def cpu(f,*args):
    f(*args,10); bst=1e9
    for _ in range(4):
        t=time.process_time(); f(*args,20000); bst=min(bst,time.process_time()-t)
    return bst/20000*1e6
print('below',cpu(d,g))
print('deal',cpu(a,h,w,g))
print('deal+roll',cpu(b,game,h,w,g))
a(h,w,g,1)
print('names',cpu(c,h,w,g,S))
