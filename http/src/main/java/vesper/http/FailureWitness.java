package vesper.http;

/** What a request's {@linkplain Request#note() note} may be, where somebody wants to know why its handler failed. */
public interface FailureWitness {
    /**
     * The handler threw what nobody meant as an answer; called before the request is answered.
     *
     * @param why whose own code may fail as well; nothing may come of that here
     */
    void failed(Request request, Throwable why);
}
