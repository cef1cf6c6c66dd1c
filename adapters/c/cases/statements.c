/* Statements that the other sample does not have. */
int later(int *values, int count)
{
    assert(count > 0);
    if (values == NULL) {
        abort();
    }
    if (count > 9)
        goto end;
    free(values);
end:
    return count;
}
