r"""The formats: each is one module of this folder that defines ``FORMAT``.

A module ``numbered.py`` with this text adds a format ``numbered``, a line for each board with its
number and its deal::

    '''Numbers and deals, a line for each board.'''

    from dealwright.base.errors import CardError
    from dealwright.deals import Deal
    from dealwright.formats import Board, Format, each_board
    from dealwright.formats.fixed_records import read_lines
    from dealwright.formats.records import small_number

    __all__ = ["FORMAT"]

    def _line(board):
        return f"{board.number or 1} {board.deal.text()}\n"

    def _board(line):
        before, _, deal = line.partition(" ")
        number = small_number(before)
        if number is None:
            raise CardError(f"a line is a number and a deal, not '{line}'")
        return Board(number=number, hands=Deal(deal).masks)

    FORMAT = Format(
        "numbers and deals", (".numbered",), lambda text: read_lines(text, _board),
        each_board(_line), whole=True, results=False,
    )
"""
