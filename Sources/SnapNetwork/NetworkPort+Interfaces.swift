internal import CSystem

extension NetworkPort {
    /// Looks at the interfaces anew and makes the memberships fit. `receive` does it by itself upon a notice of the
    /// kernel; call it every 5 s or so too, for what failed or was missed. Costs about 0.1 ms where nothing changed.
    public func refreshInterfaces() {
        let all: [Interface]
        do throws(NetworkError) {
            all = try Interface.all()
        } catch {
            problems.tell(.list, on: 0, "\(error) The interfaces known before stay in use.")
            return
        }
        problems.forget(0, .list)
        remember(all.flatMap(\.addresses).map(\.address))
        let wanted = configuration.interfaceNames
        let usable = all.filter { $0.isUsable && (wanted.isEmpty || wanted.contains($0.name)) }
        discovery.join(usable, telling: &problems)
        let fit = Array(usable.prefix(MulticastChannel.interfacesMax))
        table?.join(fit, telling: &problems)
        if fit != interfaces {
            for old in interfaces where !fit.contains(old) { problems.forget(old.index) }
            interfaces = fit
            interfacesGeneration &+= 1
            counts.interfaceChanges &+= 1
        }
        tellOutlook(all: all, wanted: wanted)
    }

    /// Reads the kernel's notices away; refreshes if there were any.
    func followChanges() {
        guard let watch, snap_watch_drain(watch) != 0 else { return }
        refreshInterfaces()
    }

    private func tellOutlook(all: [Interface], wanted: [String]) {
        let present = Outlook(usable: interfaces, wanted: wanted)
        defer { outlook = present }
        if present != outlook, let line = present.problem(all: all) { problems.tell(line) }
    }

    private func remember(_ addresses: [UInt32]) {
        for address in addresses where !ownAddresses.contains(address) {
            if ownAddresses.count == Self.ownAddressesMax { ownAddresses.removeFirst() }
            ownAddresses.append(address)
        }
    }
}
