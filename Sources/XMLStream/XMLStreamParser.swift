internal import CExpat
