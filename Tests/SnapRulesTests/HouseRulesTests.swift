import SnapRules
import Testing

/// rules.md 11, 12, 18, 19, 23, 25-27.
@Suite struct HouseRulesTests {
    @Test("Every rule takes its bounds and refuses one beyond, saying what is allowed") func bounds() throws {
        for setting in HouseRules.ranges {
            var rules = HouseRules()
            switch setting.kind {
            case .number(let range, _):
                for good in [range.lowerBound, range.upperBound] {
                    try rules.set(name: setting.name, value: "\(good)")
                    #expect(rules.value(named: setting.name) == "\(good)")
                }
                let before = rules
                for bad in ["\(range.upperBound + 1)", "-1", "+1", "", " 1", "1.0", "0x1", "99999999999999999999", "٣"]
                {
                    let refusal = RuleError.value(name: setting.name, value: bad, allowed: setting.allowed)
                    #expect(throws: refusal) { try rules.set(name: setting.name, value: bad) }
                    #expect(refusal.description.contains("\(range.lowerBound)...\(range.upperBound)"))
                }
                #expect(rules == before)
            case .words(let words):
                for word in words {
                    try rules.set(name: setting.name, value: word)
                    #expect(rules.value(named: setting.name) == word)
                }
                #expect(throws: RuleError.self) { try rules.set(name: setting.name, value: "Shuffled") }
            }
        }
    }

    @Test("Seconds become milliseconds; the defaults of the rules") func units() throws {
        var rules = HouseRules()
        #expect(
            rules.lines == [
                "matchBonus = 4 (0...10 points)", "mismatchPenalty = 2 (0...10 points)", "flipCost = 1 (0...10 points)",
                "turnPause = 500 (0...5000 milliseconds)", "turnLimit = 15 (0...600 seconds, 0: never)",
                "falseStart = 100 (0...500 milliseconds)", "timeLimit = 600 (0...86400 seconds, 0: none)",
                "recycle = shuffled (shuffled or in-order)", "deadHeat = lottery (lottery or pool)",
            ])
        try rules.set(name: "turnLimit", value: "3")
        try rules.set(name: "timeLimit", value: "020")
        #expect(rules.turnLimitMillis == 3_000)
        #expect(rules.timeLimitMillis == 20_000)
        rules.turnLimitMillis = 1
        #expect(rules.value(named: "turnLimit") == "1")
    }

    @Test("An unknown name is answered with near ones, or with all") func near() {
        var rules = HouseRules()
        func message(_ name: String) -> String {
            do throws(RuleError) {
                try rules.set(name: name, value: "1")
                return "accepted"
            } catch {
                return error.description
            }
        }
        #expect(message("timelimit") == "no rule is called \"timelimit\"; did you mean timeLimit?")
        #expect(message("turnPuase") == "no rule is called \"turnPuase\"; did you mean turnPause?")
        #expect(message("turnLimt") == "no rule is called \"turnLimt\"; did you mean turnLimit?")
        #expect(message("colour").contains("the rules are matchBonus, mismatchPenalty"))
        #expect(message(String(repeating: "x", count: 100_000)).contains("the rules are"))
        #expect(message("").contains("the rules are"))
    }

    @Test("The wire form: ten numbers, there and back") func wire() throws {
        #expect(HouseRules().wire == [4, 2, 1, 500, 15_000, 100, 600_000, 0, 0, 65_536])
        for bound in HouseRules.wireRanges.indices {
            for value in [HouseRules.wireRanges[bound].range.lowerBound, HouseRules.wireRanges[bound].range.upperBound]
            {
                var numbers = HouseRules().wire
                numbers[bound] = value
                #expect(try HouseRules(wire: numbers).wire == numbers)
            }
        }
    }

    @Test("The wire form is refused one beyond each bound, and with any other count") func wireRefused() {
        for (place, bound) in HouseRules.wireRanges.enumerated() {
            var values = [bound.range.upperBound + 1, UInt64.max]
            if bound.range.lowerBound > 0 { values.append(bound.range.lowerBound - 1) }
            for value in values {
                var numbers = HouseRules().wire
                numbers[place] = value
                #expect(throws: RuleError.wireValue(name: bound.name, value: value, range: bound.range)) {
                    try HouseRules(wire: numbers)
                }
            }
        }
        for count in [0, 9, 11] {
            #expect(throws: RuleError.count(count)) { try HouseRules(wire: Array(repeating: 256, count: count)) }
        }
    }

    @Test("Cards by name, for people and for ASCII terminals") func names() throws {
        let seven = try #require(Card(number: 26))
        #expect(seven.name == "7♥")
        #expect(seven.asciiName == "7H")
        #expect(Card.deck.map(\.asciiName).joined(separator: " ").hasPrefix("AC AD AH AS 2C"))
        #expect(Card.deck[39].name == "10♠")
        #expect(Set(Card.deck.map(\.name)).count == 52)
        #expect(Card(number: -1) == nil && Card(number: 52) == nil)
        #expect(Card.deck.filter { $0.rank == 12 }.map(\.rankName) == ["K", "K", "K", "K"])
    }
}
