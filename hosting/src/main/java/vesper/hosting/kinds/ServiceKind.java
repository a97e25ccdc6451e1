package vesper.hosting.kinds;

/**
 * A kind of class that a package can contain. A class may be of several kinds; it is created once.
 *
 * <p>When a package starts, the classes of all kinds are created first. Then each kind starts its objects, one kind
 * after the other. If anything throws, the package does not start, and its previous version keeps serving.
 */
public interface ServiceKind {
    /** Returns a noun for messages and status, {@code controller} for example. */
    String name();

    /** Returns whether a class is of this kind. Called for every class of every package, so it should only look. */
    boolean isOn(Class<?> type);

    /**
     * Returns whether {@code @RolesAllowed}, {@code @PermitAll} and {@code @DenyAll} are honoured on classes of this
     * kind and their methods. On all other classes they are rejected, since they would protect nothing.
     */
    default boolean honoursAccess() {
        return false;
    }

    /**
     * Starts an object of a class of this kind. What it offers goes to {@code parts}, and takes effect only if the
     * whole package starts.
     *
     * @throws IllegalArgumentException if the class contradicts itself; the message is for its author, and names class
     *     and member
     * @throws Exception like the above, with the type of the exception in the message
     */
    void start(Made made, Parts parts) throws Exception;
}
