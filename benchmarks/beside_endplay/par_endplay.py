from endplay.dds import calc_dd_table, par
from endplay.types import Deal, Player, Vul

table = calc_dd_table(Deal("N:Q843.98654.32.A6 K9.AQ7.QJ98.Q542 AJ6.K2.AKT654.K7 T752.JT3.7.JT983"))
print(par(table, Vul.ns, Player.east).score)
