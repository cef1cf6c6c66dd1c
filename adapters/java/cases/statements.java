class Statements {
    // Statements that the other sample does not have.
    int later(Object lock, Shape shape) {
        if (null == shape || Objects.isNull(lock)) {
            return 0;
        }
        int count = 0;
        synchronized (lock) {
            count++;
        }
        if (shape instanceof Point(int x, int y)) {
            count += x;
        }
        CompletableFuture.supplyAsync(() -> 1);
        outer:
        for (int i = 0; i < count; i++) {
            for (;;) {
                if (i > 1) continue outer;
                break outer;
            }
        }
        return count;
    }
}
