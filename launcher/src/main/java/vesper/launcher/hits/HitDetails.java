package vesper.launcher.hits;

import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Formats one transaction or invocation with everything that was recorded. */
public final class HitDetails {
    private static final String INDENT = "    ";

    private final Paint paint;
    private final StringBuilder text = new StringBuilder();

    private HitDetails(Paint paint) {
        this.paint = paint;
    }

    /** Returns a transaction with its states and their payloads, properties, logs and links. */
    public static String transaction(JsonNode item, Paint paint) {
        return new HitDetails(paint).transaction(item);
    }

    /** Returns an invocation with its headers and contents. */
    public static String invocation(JsonNode item, Paint paint) {
        return new HitDetails(paint).invocation(item);
    }

    private String transaction(JsonNode item) {
        HitSummary hit = HitSummary.of(item);
        title("transaction", hit, hit.state());
        common(hit);
        fact("type", hit.type());
        fact("external id", hit.externalId());
        fact("sender", text(item, "sender"));
        fact("receiver", text(item, "receiver"));
        fact("trace", text(item, "traceId"));
        named("properties", item.path("properties"));
        for (JsonNode state : item.path("states"))
            content(text(state, "name") + "  " + text(state, "at"), text(state, "contentType"), state, "payload");
        lines("logs", item.path("logs"), "at", "text");
        lines("links", item.path("links"), "relation", "id");
        return text.toString();
    }

    private String invocation(JsonNode item) {
        HitSummary hit = HitSummary.of(item);
        title("invocation", hit, "");
        common(hit);
        for (String field :
                new String[] {"rule", "package", "service", "endpoint", "user", "cost", "bytesIn", "bytesOut"})
            fact(field, text(item, field));
        fact("agent", text(item, "userAgent"));
        fact("remote", text(item, "remoteAddress"));
        fact("trace", text(item, "traceId"));
        fact("transaction", text(item, "trackerId"));
        named("headers", item.path("headers"));
        content("request", item.path("request"));
        content("response", item.path("response"));
        return text.toString();
    }

    private void title(String what, HitSummary hit, String state) {
        text.append(paint.title(what + " " + hit.id()));
        if (!state.isEmpty()) text.append("  ").append(paint.outcome(state, hit.status()));
        text.append('\n');
    }

    private void common(HitSummary hit) {
        fact("began", hit.time() + ", took " + hit.duration());
        fact("request", (hit.method() + " " + hit.url()).strip());
        if (hit.method().isEmpty()) return;
        fact("status", hit.status() == 0 ? "none, the client disconnected" : String.valueOf(hit.status()));
    }

    private void fact(String name, String value) {
        if (!value.isEmpty())
            text.append(String.format("  %-12s", name)).append(value).append('\n');
    }

    private void named(String title, JsonNode fields) {
        if (fields.isEmpty()) return;
        text.append("  ").append(title).append('\n');
        for (Map.Entry<String, JsonNode> field : fields.properties())
            text.append(INDENT)
                    .append(Printable.line(field.getKey()))
                    .append(": ")
                    .append(Printable.line(field.getValue().asString("")))
                    .append('\n');
    }

    private void lines(String title, JsonNode lines, String first, String second) {
        if (lines.isEmpty()) return;
        text.append("  ").append(title).append('\n');
        for (JsonNode line : lines)
            text.append(INDENT)
                    .append(text(line, first))
                    .append("  ")
                    .append(text(line, second))
                    .append('\n');
    }

    private void content(String name, JsonNode body) {
        if (body.isObject()) content(name, text(body, "contentType"), body, "content");
    }

    private void content(String title, String type, JsonNode holder, String field) {
        boolean isCut = holder.path("cut").asBoolean(false);
        text.append("  ").append(paint.title(title));
        if (!type.isEmpty()) text.append("  ").append(type);
        if (isCut) text.append(paint.aside("  (truncated)"));
        text.append('\n');
        String content = Printable.lines(holder.path(field).asString("").replace("\r\n", "\n"));
        content.lines().forEach(line -> text.append(INDENT).append(line).append('\n'));
    }

    private static String text(JsonNode holder, String field) {
        return Printable.line(holder.path(field).asString(""));
    }
}
