package patterns

// guard has the statements that the other sample does not have.
func guard(level int) (done bool) {
	defer func() {
		if problem := recover(); problem != nil {
			done = false
		}
	}()
again:
	switch level {
	case 1:
		level = 2
		fallthrough
	case 2:
		level++
	default:
		goto again
	}
rows:
	for {
		for {
			if level > 3 {
				continue rows
			}
			break rows
		}
	}
	return true
}
