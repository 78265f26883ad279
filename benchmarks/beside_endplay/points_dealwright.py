from dealwright import parse

print(parse("north: 15-17 balanced").distribution("hcp(south)"))
