"""The key-script language: parser and runner."""
