#if os(Linux)
    import Glibc
    import SnapCrypto
    import Testing

    /// In a process of its own, whose address space is limited to 32 MiB more than it has.
    struct PasswordHashMemoryTests {
        @Test func tooLittleAddressSpaceIsAnErrorAndNotAKeyOfZeros() async {
            await #expect(processExitsWith: .exitCode(7)) {
                let salt = [UInt8](repeating: 1, count: 16)
                let before = try PasswordHash.argon2id([1], salt: salt, passes: 1, memoryBytes: 64 << 20, length: 32)
                try #require(before.contains { $0 != 0 })

                let file = unsafe try #require(fopen("/proc/self/statm", "r"))
                var pages: UInt = 0
                var character = unsafe getc(file)
                while (48...57).contains(character) {
                    pages = pages * 10 + UInt(character - 48)
                    character = unsafe getc(file)
                }
                unsafe fclose(file)
                let bytes = pages * UInt(sysconf(Int32(_SC_PAGESIZE))) + 32 << 20
                var limit = rlimit(rlim_cur: bytes, rlim_max: bytes)
                try #require(unsafe setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0)
                do throws(CryptoError) {
                    _ = try PasswordHash.argon2id([1], salt: salt, passes: 1, memoryBytes: 64 << 20, length: 32)
                } catch .outOfMemory(neededBytes: 64 << 20) {
                    exit(7)
                } catch {}
            }
        }
    }
#endif
