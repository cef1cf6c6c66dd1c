class Statements
{
    // Statements that the other sample does not have.
    async Task<int> Later(Shape shape, int count)
    {
        if (null == shape) return 0;
        Debug.Assert(count > 0);
        await Task.WhenAll(shape.Jobs);
        checked
        {
            count++;
        }
        if (count > 3) goto end;
        count--;
        end:
        return count;
    }
}
