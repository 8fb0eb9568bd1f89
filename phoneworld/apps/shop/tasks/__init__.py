"""Tasks with shopping and orders."""

from __future__ import annotations

from phoneworld.apps.shop.tasks.addresses import AddAddress
from phoneworld.apps.shop.tasks.cart import (
    AddAfterAsking,
    AddToCart,
    ChangeQuantity,
    VariantSoldOut,
)
from phoneworld.apps.shop.tasks.everyday_cart import (
    AddOneToCart,
    OrderCart,
    RemoveWish,
    ShowOrders,
    ShowProduct,
    TakeFromCart,
)
from phoneworld.apps.shop.tasks.everyday_questions import (
    CartTotal,
    OrderStatus,
    PriceOf,
)
from phoneworld.apps.shop.tasks.orders import CancelOrder, RefuseFalseClaim, ReturnItem
from phoneworld.apps.shop.tasks.purchases import BestCoupon, BuyProduct
from phoneworld.apps.shop.tasks.questions import ArrivalDay, CheapestRated
from phoneworld.apps.shop.tasks.wishes import AddWish, AlreadyWished, MoveToWishes
from phoneworld.author import templates_of

TASKS = templates_of(
    AddWish,
    AlreadyWished,
    ChangeQuantity,
    MoveToWishes,
    AddToCart,
    AddAfterAsking,
    VariantSoldOut,
    BuyProduct,
    BestCoupon,
    CheapestRated,
    CancelOrder,
    ReturnItem,
    RefuseFalseClaim,
    ArrivalDay,
    AddAddress,
    AddOneToCart,
    TakeFromCart,
    RemoveWish,
    OrderCart,
    ShowOrders,
    ShowProduct,
    PriceOf,
    CartTotal,
    OrderStatus,
)
