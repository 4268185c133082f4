import SnapCrypto
import Testing

struct VerifiedSetTests {
    func digest(_ number: UInt64) -> Digest { Digest(words: (number, 0, 0, 0)) }

    @Test func remembersTheLastHalfAndIsBounded() {
        let set = VerifiedSet(capacity: 8)
        #expect(!set.contains(digest(1)))
        for number in 1...100 as ClosedRange<UInt64> {
            set.insert(digest(number))
            #expect(set.count <= 8)
            for recent in (number > 3 ? number - 3 : 1)...number { #expect(set.contains(digest(recent))) }
            if number > 8 { #expect(!set.contains(digest(number - 8))) }
        }
    }

    @Test func holdsAsManyAsItSays() {
        let set = VerifiedSet()
        #expect(set.capacity == 65_536)
        for number in 0..<65_536 as Range<UInt64> { set.insert(digest(number)) }
        #expect(set.count == 65_536)
        #expect(set.contains(digest(0)))
        set.insert(digest(65_536))
        #expect(!set.contains(digest(0)))
        #expect(set.contains(digest(65_536)))
        #expect(set.count == 32_769)
    }

    @Test func repeatsTakeNoRoom() {
        let set = VerifiedSet(capacity: 4)
        for _ in 0..<10 { set.insert(digest(1)) }
        #expect(set.count == 1)
    }

    @Test func isSharedBetweenThreads() async {
        let set = VerifiedSet(capacity: 4096)
        await withTaskGroup(of: Void.self) { group in
            for lane in 0..<4 as Range<UInt64> {
                group.addTask {
                    for number in 0..<256 as Range<UInt64> { set.insert(Digest(words: (lane, number, 0, 0))) }
                }
            }
        }
        #expect(set.count == 1024)
        for lane in 0..<4 as Range<UInt64> { #expect(set.contains(Digest(words: (lane, 255, 0, 0)))) }
    }
}
