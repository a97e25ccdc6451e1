package vesper.launcher;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Explains to people why a server did not answer a request. */
final class AdminRefusal {
    private final ServerAddress address;

    AdminRefusal(ServerAddress address) {
        this.address = address;
    }

    /** Returns the message for a response with a status other than 200. */
    String of(int status, String body) {
        String detail = detailOf(body);
        if (status == 400 && detail.contains("TLS"))
            return "this port speaks TLS: use " + address.url().replaceFirst("^http:", "https:");
        return address.url() + " answered " + status + why(status, detail);
    }

    private String why(int status, String detail) {
        String told = detail.isEmpty() ? "" : " (" + detail.replaceFirst("\\.$", "") + ")";
        return switch (status) {
            case 401 ->
                address.token().isEmpty()
                        ? ": it requires an operator (--user NAME) or its admin.token (--token TOKEN or VESPER_ADMIN_TOKEN)"
                        : ": the token is not its admin.token; pass another one with --token TOKEN";
            case 403 -> ": this client is not allowed" + told;
            case 404 -> detail.isEmpty() ? ": it is probably not a Vesper server" : told;
            case 503 -> ": it is starting or overloaded; try again" + told;
            default -> told;
        };
    }

    /** Returns the detail of a problem document; empty if the body is not one. */
    private static String detailOf(String body) {
        try {
            JsonNode problem = JsonText.read(body);
            StringBuilder detail = new StringBuilder(problem.path("detail").asString(""));
            for (JsonNode error : problem.path("errors")) {
                detail.append("; ")
                        .append(error.path("pointer").asString("").replaceFirst("^#/", ""))
                        .append(' ')
                        .append(error.path("detail").asString(""));
            }
            return detail.toString();
        } catch (JacksonException e) {
            return "";
        }
    }
}
