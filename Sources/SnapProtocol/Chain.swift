public import SnapCrypto
internal import SnapWire

/// A seat's hash chain of one game (Protocol.md, *Chains*). Link i hashes to link i - 1, link 0 to the anchor; so a link
/// proves itself to whoever holds an earlier one, and says nothing of the later ones.
public struct Chain: Sendable {
    public enum Kind: UInt64, Sendable {
        /// Draws of cards, by FLIP index.
        case card = 0
        /// Lotteries between equal reactions, by race index.
        case tie = 1
    }

    /// The anchor: what link 0 hashes to.
    public let anchor: Link
    /// By index.
    private let links: [Link]

    /// Makes all links from a 32-octet secret: the last link is H(label, secret). About 60 ms for 65,536 links.
    /// `length` is brought within 1...`Limits.chainLength`.
    public init(game: Digest, key: PublicKey, kind: Kind, secret: [UInt8], length: Int) {
        let count = min(max(length, 1), Limits.chainLength)
        var writer = CBORWriter(reserving: 160)
        writer.array(5)
        writer.text("snap seed 1")
        writer.octets(game)
        writer.octets(key)
        writer.unsigned(kind.rawValue)
        writer.byteString(secret)
        var link = Link(words: Digest.of(writer.bytes).words)
        var links = [Link](repeating: link, count: count)
        var stepper = LinkStepper(game: game, key: key, kind: kind)
        for index in (0..<count).reversed() {
            links[index] = link
            link = stepper.step(link, index: UInt64(index))
        }
        self.links = links
        anchor = link
    }

    /// Nil beyond the chain's length.
    public func link(at index: UInt64) -> Link? { index < UInt64(links.count) ? links[Int(index)] : nil }

    /// What the link at `index` hashes to: the link at index - 1, or at index 0 the anchor.
    public static func step(_ link: Link, game: Digest, key: PublicKey, kind: Kind, index: UInt64) -> Link {
        var stepper = LinkStepper(game: game, key: key, kind: kind)
        return stepper.step(link, index: index)
    }
}

/// Hashes links of one chain. The text to hash differs from step to step only in index and link, so one buffer is patched:
/// a chain is 65,536 steps, and each seat has two a game.
struct LinkStepper: Sendable {
    private let prefix: [UInt8]
    private var text: [UInt8] = []
    /// Octets that the index takes in `text`; 0: not yet laid out.
    private var indexOctets = 0

    init(game: Digest, key: PublicKey, kind: Chain.Kind) {
        var writer = CBORWriter(reserving: 128)
        writer.array(6)
        writer.text("snap link 1")
        writer.octets(game)
        writer.octets(key)
        writer.unsigned(kind.rawValue)
        prefix = writer.bytes
    }

    mutating func step(_ link: Link, index: UInt64) -> Link {
        let octets = index < 24 ? 1 : index < 0x100 ? 2 : index < 0x1_0000 ? 3 : 0
        if octets == 0 || octets != indexOctets {
            var writer = CBORWriter(reserving: 160)
            writer.raw(prefix)
            writer.unsigned(index)
            writer.octets(link)
            text = writer.bytes
            // Indices of more octets lie beyond every chain; they are laid out anew each time.
            indexOctets = octets
        } else {
            let at = prefix.count
            switch octets {
            case 1: text[at] = UInt8(truncatingIfNeeded: index)
            case 2: text[at + 1] = UInt8(truncatingIfNeeded: index)
            default:
                text[at + 1] = UInt8(truncatingIfNeeded: index >> 8)
                text[at + 2] = UInt8(truncatingIfNeeded: index)
            }
            let start = at + octets + 2
            let words = link.words
            put(words.0, at: start)
            put(words.1, at: start + 8)
            put(words.2, at: start + 16)
            put(words.3, at: start + 24)
        }
        return Link(words: Digest.of(text).words)
    }

    private mutating func put(_ word: UInt64, at start: Int) {
        text[start] = UInt8(truncatingIfNeeded: word >> 56)
        text[start + 1] = UInt8(truncatingIfNeeded: word >> 48)
        text[start + 2] = UInt8(truncatingIfNeeded: word >> 40)
        text[start + 3] = UInt8(truncatingIfNeeded: word >> 32)
        text[start + 4] = UInt8(truncatingIfNeeded: word >> 24)
        text[start + 5] = UInt8(truncatingIfNeeded: word >> 16)
        text[start + 6] = UInt8(truncatingIfNeeded: word >> 8)
        text[start + 7] = UInt8(truncatingIfNeeded: word)
    }
}
