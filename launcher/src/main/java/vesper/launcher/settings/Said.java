package vesper.launcher.settings;

/** A key and its value as they were written, with their source. */
public record Said(String key, String text, Origin origin) {}
