package vesper.launcher.settings;

/** A key and a value, as they were written, and where. */
public record Said(String key, String text, Origin origin) {}
