internal import Glibc

/// Wall time, for people only.
public enum WallClock {
    /// Milliseconds since 1970.
    public static func millis() -> Int64 {
        var time = timespec()
        guard unsafe clock_gettime(CLOCK_REALTIME, &time) == 0 else { return 0 }
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
