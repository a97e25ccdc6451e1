package vesper.hosting.kinds;

/**
 * An object of a package's class.
 *
 * @param origin the source file of the class, for messages: {@code orders/code/Orders.groovy}
 */
public record Made(Object object, String origin) {
    public Class<?> type() {
        return object.getClass();
    }
}
