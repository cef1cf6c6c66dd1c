// Statements that the other sample does not have.
fn later(value: Option<u32>, boxed: Box<dyn Any>) -> u32 {
    if value.is_none() {
        return 0;
    }
    if boxed.is_ok() {
        thread::spawn(work);
        tokio::spawn(async move { work().await });
    }
    let Some(found) = value else {
        return 1;
    };
    'outer: loop {
        loop {
            if found > 2 {
                continue 'outer;
            }
            break 'outer;
        }
    }
    found
}
