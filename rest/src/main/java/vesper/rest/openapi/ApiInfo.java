package vesper.rest.openapi;

/** What the document says of itself; an empty description is left out. */
public record ApiInfo(String title, String version, String description) {}
