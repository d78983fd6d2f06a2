"""`python -m nimmt` is the command `nimmt`."""

from nimmt.command import main

if __name__ == "__main__":
    main()
