<?php
// Statements that the other sample does not have.
function later($value, $count)
{
    if (null === $value || is_null($count)) {
        return 0;
    }
    if (is_string($value)) {
        goto done;
    }
    $count++;
    done:
    return match ([$value, $count]) {
        [1, 2] => 3,
        default => 4,
    };
}
