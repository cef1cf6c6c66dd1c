// Statements that the other sample does not have.
static int later(Shape *shape, int *values) {
    static_assert(sizeof(int) == 4);
    assert(values);
    if (auto *point = dynamic_cast<Point *>(shape)) {
        std::async(work);
    }
    if (values == nullptr) {
        abort();
    }
    if (!shape)
        goto end;
    free(values);
end:
    return 0;
}
