package vesper.records.admin;

/** Whether something is on, and why. */
public record Switch(boolean on, String why) {}
