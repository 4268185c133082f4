internal import SnapCrypto
internal import SnapNode
public import SnapProtocol
internal import SnapRules

extension Wording {
    /// What happens round a table, in lines that are the same on every surface; none for what each surface tells in its own way, as where it
    /// names the keys. `peer`: as it is after it.
    public func lines(_ notice: Notice, at peer: Peer) -> [String] {
        switch notice {
        // The game tells of it, with what becomes of the cards.
        case .unlisted(let key, _, .left) where peer.isPlaying && peer.fold?.roster.contains(key) == true: []
        case .unlisted(let key, _, let departure):
            switch departure {
            case .left: ["\(name(key, at: peer)) has left."]
            case .lost: ["\(name(key, at: peer)) is no longer heard: connection lost."]
            case .barred: ["\(name(key, at: peer)) cannot be seated any more."]
            }
        case .proposalClosed(_, let proposer, let end): [closed(end, proposer: proposer, at: peer)]
        case .tableRules(let rules, _): ["House rules here: \(differences(of: rules))."]
        case .forked(let key, let number, let stops): forked(key, number, stops, at: peer)
        case .otherVersion(let key, let name, let version): [otherVersion(key, name: name, version: version)]
        case .game(.rules(.over(let outcome))): [winners(outcome, at: peer)]
        case .game(let happening): teller(at: peer).lines(happening, (peer.fold ?? peer.lastGame)?.game)
        case .pressIgnored(let fault, let after): [ignored(fault, afterMicros: after)]
        case .waiting(let key): ["Waiting for \(name(key, at: peer)): nothing heard for 1.5 s."]
        case .dropped(_, let isMe) where isMe: ["The others went on without you: you look on until the next game."]
        case .dropped(let key, _):
            [
                "\(name(key, at: peer)) is dropped: "
                    + (peer.isForker(key) ? "the proof is against them." : "connection lost.") + " Play goes on."
            ]
        case .heardAgain(let key): ["\(name(key, at: peer)) is back."]
        case .floods(let key): ["\(name(key, at: peer)) sends more than a game can need: the rest of it waits."]
        case .void: ["This game is void: players have signed what cannot both be true, so you stop here."]
        case .said(let key, let text):
            ["\(key == peer.me ? "You" : name(key, at: peer)): \(Printable(text, asciiOnly: isASCII))"]
        case .pause(let key, let isAsked): [pause(key, isAsked: isAsked, at: peer)]
        case .paused: ["Pause: nobody turns a card and no time runs, until one of you goes on."]
        case .resumed: ["The pause is over: the game goes on."]
        case .refused(let reason): [refusal(reason)]
        case .listed, .proposed, .began, .finished: []
        }
    }

    private func pause(_ key: PublicKey, isAsked: Bool, at peer: Peer) -> String {
        if key == peer.me {
            return isAsked ? "You ask for a pause: it begins once everyone asks." : "You want to go on."
        }
        return isAsked ? "\(name(key, at: peer)) asks for a pause." : "\(name(key, at: peer)) wants to go on."
    }

    private func forked(_ key: PublicKey, _ number: UInt64, _ stops: Bool, at peer: Peer) -> [String] {
        let who = key == peer.me ? "Another process with your session has" : "\(name(key, at: peer)) has"
        return ["\(who) signed two different moves numbered \(number). The proof is kept and shown to all."]
            + (stops ? ["The two of you cannot go on: leave, and the game stays unfinished."] : [])
    }
}

extension Peer {
    /// Whether a game is played that has no outcome yet.
    public var isPlaying: Bool { fold != nil && fold?.game?.outcome == nil }
}
