package vesper.http;

/** A {@linkplain Request#note() note} of a request that is notified when the handler fails. */
public interface FailureWitness {
    /**
     * Called before the request is answered, when the handler threw an exception that is not meant as a response.
     *
     * @param why its own code may fail as well; implementations must tolerate that
     */
    void failed(Request request, Throwable why);
}
