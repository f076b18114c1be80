package data

// serviceRanks are the services by what they cost: none costs more than one of a higher rank.
var serviceRanks = map[string]int{"batch": -1, "flex": -1, "": 0, "priority": 1, "fast": 1}

// CheaperService reports whether no provider charges more for a service than for another one. One without a rank is compared
// with none.
func CheaperService(service, than string) bool {
	low, knownLow := serviceRanks[service]
	high, knownHigh := serviceRanks[than]
	return knownLow && knownHigh && low < high
}
