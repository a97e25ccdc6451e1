package vesper.launcher;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import vesper.launcher.AdminCalls.AdminResponse;
import vesper.launcher.AdminCalls.NoResponseException;

/** Requests records from a running server and explains to people what is wrong with a query. */
final class RecordCalls {
    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;
    private static final int UNAVAILABLE = 503;
    private static final Pattern COLUMN = Pattern.compile("column (\\d{1,9}): .*", Pattern.DOTALL);

    private final AdminCalls server;

    RecordCalls(AdminCalls server) {
        this.server = server;
    }

    /**
     * Requests one page.
     *
     * @param path of the page, with the query parameters
     * @param search the search that the path encodes
     */
    AdminResponse page(String path, RecordQuery search)
            throws CommandFailedException, NoResponseException, InterruptedException {
        AdminResponse answer = server.get(path);
        return switch (answer.status()) {
            case 200 -> answer;
            case BAD_REQUEST -> throw invalidParameters(answer, search.query());
            case UNAVAILABLE ->
                throw new NoResponseException(
                        String.valueOf(server.refusal(answer).getMessage()));
            default -> throw server.refusal(answer);
        };
    }

    /** Returns a transaction with its contents; empty if the server has none with this ID. */
    Optional<JsonNode> transaction(String id) throws CommandFailedException, NoResponseException, InterruptedException {
        AdminResponse answer = server.get(RecordKind.TRANSACTIONS.path() + "/" + id);
        if (answer.status() == NOT_FOUND && answer.body().contains("no transaction")) return Optional.empty();
        if (answer.status() != 200) throw server.refusal(answer);
        return Optional.of(read(answer));
    }

    JsonNode read(AdminResponse answer) throws CommandFailedException {
        return server.read(answer.body());
    }

    /** Returns a failure that lists every invalid parameter, with a caret below the place in the query. */
    private CommandFailedException invalidParameters(AdminResponse answer, String query) {
        StringBuilder message = new StringBuilder();
        for (JsonNode error : errors(answer.body())) {
            String where = error.path("pointer").asString("");
            String what = error.path("detail").asString("");
            message.append(where.equals("q") ? what + marked(query, what) : "--" + where + ": " + what)
                    .append('\n');
        }
        if (message.isEmpty()) return server.refusal(answer);
        return new CommandFailedException(ExitCode.USAGE, message.toString().stripTrailing());
    }

    private static JsonNode errors(String body) {
        try {
            return JsonText.read(body).path("errors");
        } catch (JacksonException e) {
            return JsonText.read("[]");
        }
    }

    private static String marked(String query, String what) {
        Matcher column = COLUMN.matcher(what);
        if (!column.matches()) return "";
        int at = Math.min(Integer.parseInt(column.group(1)) - 1, query.length());
        String shown = query.replaceAll("\\p{Cntrl}", " ");
        return "\n  " + shown + "\n  " + " ".repeat(shown.codePointCount(0, at)) + "^";
    }
}
