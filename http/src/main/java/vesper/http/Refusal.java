package vesper.http;

/**
 * Why the server refuses a request: a status of 400 or more, and a sentence for the client.
 *
 * @param detail what is wrong with this request, in words that are safe to send back
 */
public record Refusal(int status, String detail) {
    public Refusal {
        if (status < 400 || status > 599) throw new IllegalArgumentException("status " + status + " refuses nothing");
    }

    /** Returns the refusal as a response: a problem document (RFC 9457) in JSON. */
    public Response answer() {
        return Refusals.response(this);
    }
}
