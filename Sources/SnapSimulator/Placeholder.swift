// SnapSimulator
