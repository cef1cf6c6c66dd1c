; #[derive(Debug)]    #[test]    #[tokio::main]
(attribute_item (attribute) @decorator)
