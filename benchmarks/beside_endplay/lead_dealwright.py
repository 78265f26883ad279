from dealwright.analysis import lead

found = lead("west QJT95.K4.832.A74", "3NT", "south: 15-17 balanced", deals=40, seed=1,
             sorted_by="tricks")  # fmt: skip
for row in found.leads:
    print(row.cards[0], float(row.tricks))
