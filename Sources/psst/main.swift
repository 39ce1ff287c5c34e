print("psst")
