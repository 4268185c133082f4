import SnapCrypto
import Testing

struct OctetsTests {
    let rising = (0..<32).map { UInt8($0 * 7) }

    @Test func octetsAndWordsAgree() throws {
        let digest = try #require(Digest(rising))
        #expect(digest.bytes == rising)
        #expect(digest.words.0 == 0x0007_0e15_1c23_2a31)
        #expect(Digest(words: digest.words) == digest)
        #expect(digest.hex == Hex.encode(rising))
        #expect(digest.short == "00070e15")
        var out: [UInt8] = [9]
        digest.append(to: &out)
        #expect(out == [9] + rising)
        // A slice and a collection without contiguous storage.
        #expect(Digest(([9] + rising)[1...]) == digest)
        #expect(Digest(rising.reversed().lazy.reversed()) == digest)
        #expect(Digest(Link(digest)) == digest)
        #expect(Link(digest).bytes == rising)
    }

    @Test func otherLengthsAreNone() {
        #expect(Digest(Array(rising.dropLast())) == nil)
        #expect(PublicKey(rising + [0]) == nil)
        #expect(Link([]) == nil)
    }

    @Test func orderIsThatOfTheOctets() throws {
        for index in 0..<32 {
            var larger = rising
            larger[index] += 1
            let low = try #require(PublicKey(rising))
            let high = try #require(PublicKey(larger))
            #expect(low < high)
            #expect(!(high < low))
            #expect(low != high)
        }
    }

    @Test func hexadecimal() {
        #expect(Hex.encode([0, 0x0f, 0xf0, 0xff]) == "000ff0ff")
        #expect(Hex.decode("000fF0Ff") == [0, 0x0f, 0xf0, 0xff])
        #expect(Hex.decode("") == [])
        #expect(Hex.decode("0") == nil)
        #expect(Hex.decode("0g") == nil)
        #expect(Hex.decode(" 0") == nil)
    }
}
