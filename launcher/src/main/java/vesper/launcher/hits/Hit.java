package vesper.launcher.hits;

import tools.jackson.databind.JsonNode;

/**
 * What a line says of one hit, a transaction or an invocation.
 *
 * @param time when it began, as the server wrote it
 * @param status 0 where the client left before there was an answer
 */
public record Hit(
        String id,
        String time,
        String state,
        long status,
        String took,
        String method,
        String url,
        String type,
        String externalId) {

    public static Hit of(JsonNode item) {
        String begun = text(item, "startedAt");
        return new Hit(
                text(item, "id"),
                begun.isEmpty() ? text(item, "time") : begun,
                text(item, "state"),
                item.path("status").asLong(0),
                Took.of(item.path("durationMillis").asDouble(0)),
                text(item, "method"),
                text(item, "url"),
                text(item, "type"),
                text(item, "externalId"));
    }

    private static String text(JsonNode item, String field) {
        return Printable.line(item.path(field).asString(""));
    }
}
