package vesper.http;

/**
 * Why a request is not answered as asked: a status of 400 or more and a sentence for the client.
 *
 * @param detail what is wrong with this request, in words that are safe to send back
 */
public record Refusal(int status, String detail) {
    public Refusal {
        if (status < 400 || status > 599) throw new IllegalArgumentException("status " + status + " refuses nothing");
    }

    /** The refusal as an answer: a problem document (RFC 9457) in JSON. */
    public Response answer() {
        return Refusals.response(this);
    }
}
