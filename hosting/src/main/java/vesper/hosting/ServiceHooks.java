package vesper.hosting;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;

/**
 * What a service wants to be called when it starts and when it stops: its methods with {@code @PostConstruct} and
 * {@code @PreDestroy}, those of superclasses too, and {@link AutoCloseable#close}.
 *
 * @param starting called in this order once the service is made, superclasses first
 * @param stopping called in this order once nothing is asked of it any more, superclasses last
 */
record ServiceHooks(List<Method> starting, List<Method> stopping) {

    /**
     * The hooks of a class.
     *
     * @throws NotStartedException if an annotated method is static or takes arguments
     */
    static ServiceHooks of(Class<?> service) throws NotStartedException {
        List<Method> starting = annotated(service, PostConstruct.class).reversed();
        List<Method> stopping = new ArrayList<>(annotated(service, PreDestroy.class));
        boolean closes = stopping.stream().anyMatch(hook -> hook.getName().equals("close"));
        if (AutoCloseable.class.isAssignableFrom(service) && !closes) stopping.add(close(service));
        return new ServiceHooks(List.copyOf(starting), List.copyOf(stopping));
    }

    /** {@code Orders.connect()}, as messages name a hook. */
    static String nameOf(Method hook) {
        return hook.getDeclaringClass().getName() + "." + hook.getName() + "()";
    }

    /** The call of a hook; what it throws is thrown as it is. */
    static Callable<Boolean> call(Method hook, Object service) {
        return () -> {
            try {
                hook.invoke(service);
                return true;
            } catch (InvocationTargetException e) {
                if (e.getTargetException() instanceof Exception exception) throw exception;
                if (e.getTargetException() instanceof Error error) throw error;
                throw e;
            }
        };
    }

    /** Subclasses first; of a method that is overridden only what overrides it. */
    private static List<Method> annotated(Class<?> service, Class<? extends Annotation> annotation)
            throws NotStartedException {
        List<Method> hooks = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (Class<?> type = service; type != null && type != Object.class; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                boolean overridden = method.getParameterCount() == 0 && !seen.add(method.getName());
                if (overridden || !method.isAnnotationPresent(annotation)) continue;
                if (method.getParameterCount() > 0 || Modifier.isStatic(method.getModifiers())) {
                    throw new NotStartedException(nameOf(method) + " cannot be @" + annotation.getSimpleName()
                            + ": it is static or takes arguments");
                }
                method.setAccessible(true);
                hooks.add(method);
            }
        }
        return hooks;
    }

    private static Method close(Class<?> service) {
        try {
            Method close = service.getMethod("close");
            close.setAccessible(true);
            return close;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("every AutoCloseable has it", e);
        }
    }
}
