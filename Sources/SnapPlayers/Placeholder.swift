// SnapPlayers
