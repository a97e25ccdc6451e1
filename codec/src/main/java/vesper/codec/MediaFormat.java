package vesper.codec;

/** The text formats that values are read from and written to. */
public enum MediaFormat {
    JSON,
    XML
}
