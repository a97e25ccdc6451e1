package vesper.http;

/** Receives the failure of a request's handler. It is set in the {@link #SLOT} of the request. */
public interface FailureWitness {
    Slot<FailureWitness> SLOT = Slot.of(FailureWitness.class, 0);

    /**
     * Called before the request is answered, when the handler threw an exception that is not meant as a response.
     *
     * @param why its own code may fail as well; implementations must tolerate that
     */
    void failed(Request request, Throwable why);
}
