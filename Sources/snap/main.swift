internal import Glibc

exit(Shell.main(Arguments.given).rawValue)
