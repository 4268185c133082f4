import SnapCrypto
import SnapProtocol
import Testing

@testable import SnapSimulator

@Suite struct WorldTests {
    @Test func whatIsDueFirstComesFirst() {
        var random = SeededRandom(11)
        var queue = EventQueue<Int>()
        var expected: [(at: Int64, number: Int)] = []
        for number in 0..<500 {
            let at = random.uniform(Int64(0)...40)
            queue.put(number, at: at)
            expected.append((at, number))
        }
        expected.sort { ($0.at, $0.number) < ($1.at, $1.number) }
        var taken: [Int] = []
        while let next = queue.next, let item = queue.take() {
            #expect(next == expected[taken.count].at)
            taken.append(item)
        }
        #expect(taken == expected.map(\.number))
        #expect(queue.count == 0)
    }

    private func network(_ change: (inout NetworkFaults) -> Void) -> VirtualNetwork {
        var faults = NetworkFaults()
        change(&faults)
        return VirtualNetwork(faults: faults, seed: 3)
    }

    @Test func multicastReachesAllButItsSender() {
        var network = network { $0.delayMillis = 4...9 }
        let copies = network.carry([1], from: 1, to: .everyone, present: [true, true, false, true])
        #expect(copies.map(\.copy.to) == [0, 3])
        #expect(copies.allSatisfy { (4_000...9_000).contains($0.delayMicros) && $0.copy.from == 1 })
    }

    @Test func unicastReachesOne() {
        var network = network { _ in }
        let copies = network.carry([1], from: 0, to: .one(VirtualNetwork.address(of: 2)), present: [true, true, true])
        #expect(copies.map(\.copy.to) == [2])
    }

    @Test func faultsComeAsOftenAsAsked() {
        var network = network {
            $0.lossPercent = 10
            $0.duplicatePercent = 5
            $0.reorderPercent = 20
        }
        var arrived = 0
        for _ in 0..<10_000 { arrived += network.carry([1], from: 0, to: .everyone, present: [true, true]).count }
        #expect((850...1_150).contains(network.figures.lost))
        #expect((370...530).contains(network.figures.duplicated))
        #expect((1_700...2_100).contains(network.figures.heldBack))
        #expect(arrived == 10_000 - network.figures.lost + network.figures.duplicated)
    }

    @Test func aHashDependsOnWhatAndInWhatOrder() {
        func hash(_ parts: [[UInt8]]) -> Digest {
            var hash = RunningHash()
            for part in parts { hash.add(part) }
            return hash.finish()
        }
        #expect(hash([[1], [2]]) == hash([[1], [2]]))
        #expect(hash([[1], [2]]) != hash([[2], [1]]))
        #expect(hash([[1, 2]]) != hash([[1], [2]]))
        let long = [UInt8](repeating: 7, count: 200_000)
        #expect(hash([long, [1]]) != hash([long, [2]]))
    }

    @Test func percentilesAreTheUpperEndsOfSteps() {
        var histogram = LatencyHistogram()
        #expect(histogram.percentile(50) == nil)
        for micros in 1...100 { histogram.add(Int64(micros) * 1_000 - 1) }
        #expect(histogram.percentile(50) == 50_000)
        #expect(histogram.percentile(99) == 99_000)
        #expect(histogram.percentile(100) == 100_000)
    }
}
