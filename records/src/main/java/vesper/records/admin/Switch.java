package vesper.records.admin;

/** The state of a switch, and the reason for it. */
public record Switch(boolean on, String why) {}
