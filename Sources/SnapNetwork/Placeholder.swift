// SnapNetwork
