/* Statements that the other sample does not have. */
int later(int *values, int count)
{
    assert(count > 0);
    if (values == NULL) {
        abort();
    }
    free(values);
    return count;
}
