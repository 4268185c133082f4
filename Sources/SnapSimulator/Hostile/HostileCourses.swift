internal import SnapCrypto

extension HostileTable {
    /// What a number of courses came to.
    public struct Report: Hashable, Sendable {
        public var courses = 0
        /// Events that the guest made up and the honest ones took into their logs.
        public var eventsTaken: UInt64 = 0
        /// The first course, by its number, at which something did not hold.
        public var failed: UInt64?
        public var violation: Violation?
    }

    /// Octets of one course.
    static let courseOctets = 24...320

    /// Plays the courses with these numbers, each made up from its number alone, until one fails.
    public static func play(courses: ClosedRange<UInt64>) -> Report {
        var report = Report()
        for number in courses {
            var random = Randomness.stream("hostile course", seed: number)
            let octets = random.bytes(random.uniform(courseOctets))
            report.courses += 1
            do throws(Violation) {
                let table = try course(octets)
                report.eventsTaken += table.guestEventsTaken - min(table.guestEventsTaken, table.takenAt)
            } catch {
                report.failed = number
                report.violation = error
                return report
            }
        }
        return report
    }
}
