"""What is stored about a person or a server: shown, erased at their wish, gone when they leave."""
