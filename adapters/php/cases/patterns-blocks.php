<?php

namespace Bakery\Back {
    include 'a.php';
    include('a.php');
    require_once('a.php');
    require(__DIR__ . '/a.php');

    function clean(): void
    {
    }
}
