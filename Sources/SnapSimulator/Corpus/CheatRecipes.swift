internal import SnapAudit
internal import SnapProtocol
internal import SnapRules

/// Games in which somebody cheats as far as the rules can be bent: they are whole, and their figures tell what Protocol.md says under
/// *What a cheat gains*.
extension Recipe {
    static var cheats: [Recipe] {
        [
            cheat("late", players: 3, seconds: 20) { $0.raises([.late]) },
            cheat("backdate", players: 3, seconds: 34) { $0.raises([.differing]) },
            // Between two it is one word against another.
            cheat("backdate", players: 2, seconds: 34) { $0.raises([.disputed]) },
            cheat("false-witness", players: 2, seconds: 34) { $0.raises([], others: [.disputed]) },
            // It wins more races by it; only its line tells.
            cheat("fixed-delay", players: 3, seconds: 10) { facts in
                facts.raises([]) && facts.races > 2
                    && facts.cheaters.allSatisfy { cheater in
                        facts.others.allSatisfy { $0.statistics.lineMicros + 6_000 < cheater.statistics.lineMicros }
                    }
            },
            cheat("echo", players: 3, seconds: 34) { $0.raises([.together]) },
            cheat("spoil", players: 3, seconds: 34) { $0.raises([.differing, .together]) },
            cheat("false-start", players: 3, seconds: 34) { facts in
                facts.raises([.differing]) && facts.cheaters.allSatisfy { $0.statistics.falseStarts > 3 }
            },
            cheat("foul-claim", players: 3, seconds: 34) { $0.raises([.differing]) },
            cheat("withhold-tie", players: 3, seconds: 34) { $0.losesCheater && $0.ties > 0 && $0.raises([]) },
            cheat("withhold-link", players: 3, seconds: 30) { $0.losesCheater && $0.raises([]) },
            cheat("selective", players: 2, seconds: 110) { $0.raises([.late], others: [.late, .disputed]) },
            cheat("re-roll", players: 3, seconds: 18) { facts in
                facts.raises([.late]) && facts.cheaters.allSatisfy { $0.statistics.wrongCalls > 1 }
            },
            // Two of three are believed.
            cheat("pair", players: 3, seconds: 34) { facts in
                facts.raises([], others: [.differing])
                    && facts.cheaters.allSatisfy { ($0.statistics.marks?.deadHeats ?? 0) > 3 }
            },
        ]
    }

    private static func cheat(
        _ kind: String, players: Int, seconds: UInt64, isWanted: @escaping (CorpusFacts) -> Bool
    ) -> Recipe {
        var recipe = Recipe("cheat-\(kind)-\(players)", players: players, seconds: seconds) {
            $0.isVerified && isWanted($0)
        }
        recipe.options.cheat = Cheat(kind)
        // So that nobody turns before all that want to have called.
        return recipe.ruled { $0.turnPauseMillis = 700 }
    }
}

extension CorpusFacts {
    /// Whether just the cheaters were dropped.
    fileprivate var losesCheater: Bool { lost == Set(cheaters.map(\.session)) }

    /// Whether just these marks are raised against each cheater, and those against each of the others.
    fileprivate func raises(_ marks: [Mark], others marksOfOthers: [Mark] = []) -> Bool {
        !cheaters.isEmpty && cheaters.allSatisfy { $0.raised == marks }
            && others.allSatisfy { $0.raised == marksOfOthers }
    }
}
